declare module '*.ftl?section=calls' {
  import type { FluentResource } from '@fluent/bundle'

  const messages: FluentResource
  export default messages
}

declare module '*.ftl?section=you' {
  import type { FluentResource } from '@fluent/bundle'

  const messages: FluentResource
  export default messages
}

declare module '*.ftl?section=review' {
  import type { FluentResource } from '@fluent/bundle'

  const messages: FluentResource
  export default messages
}

declare module '*.ftl?section=people' {
  import type { FluentResource } from '@fluent/bundle'

  const messages: FluentResource
  export default messages
}

declare module '*.ftl?section=lab' {
  import type { FluentResource } from '@fluent/bundle'

  const messages: FluentResource
  export default messages
}

declare module '*.ftl?section=gallery' {
  import type { FluentResource } from '@fluent/bundle'

  const messages: FluentResource
  export default messages
}

declare module '*.ftl?section=print' {
  import type { FluentResource } from '@fluent/bundle'

  const messages: FluentResource
  export default messages
}

declare module '*.ftl?section=lobby' {
  import type { FluentResource } from '@fluent/bundle'

  const messages: FluentResource
  export default messages
}

declare module '*.ftl?section=new' {
  import type { FluentResource } from '@fluent/bundle'

  const messages: FluentResource
  export default messages
}

declare module '*.ftl?section=gather' {
  import type { FluentResource } from '@fluent/bundle'

  const messages: FluentResource
  export default messages
}

declare module '*.ftl?section=help' {
  import type { FluentResource } from '@fluent/bundle'

  const messages: FluentResource
  export default messages
}

declare module '*.ftl?section=ending' {
  import type { FluentResource } from '@fluent/bundle'

  const messages: FluentResource
  export default messages
}

declare module '*.ftl' {
  import type { FluentResource } from '@fluent/bundle'

  const messages: FluentResource
  export default messages
}

declare module '*.ftl?section=tournament' {
  import type { FluentResource } from '@fluent/bundle'

  const messages: FluentResource
  export default messages
}

declare module '*.ftl?section=puzzle' {
  import type { FluentResource } from '@fluent/bundle'

  const messages: FluentResource
  export default messages
}

declare module '*.ftl?section=coach' {
  import type { FluentResource } from '@fluent/bundle'

  const messages: FluentResource
  export default messages
}

declare module '*.ftl?section=menu' {
  import type { FluentResource } from '@fluent/bundle'

  const messages: FluentResource
  export default messages
}

declare module '*.ftl?section=hint' {
  import type { FluentResource } from '@fluent/bundle'

  const messages: FluentResource
  export default messages
}

declare module '*.ftl?section=gone' {
  import type { FluentResource } from '@fluent/bundle'

  const messages: FluentResource
  export default messages
}

declare module '*.ftl?section=talk' {
  import type { FluentResource } from '@fluent/bundle'

  const messages: FluentResource
  export default messages
}

declare module '*.ftl?section=consent' {
  import type { FluentResource } from '@fluent/bundle'

  const messages: FluentResource
  export default messages
}

declare module '*.ftl?section=variants' {
  import type { FluentResource } from '@fluent/bundle'

  const messages: FluentResource
  export default messages
}

declare module '*.ftl?section=unkept' {
  import type { FluentResource } from '@fluent/bundle'

  const messages: FluentResource
  export default messages
}
