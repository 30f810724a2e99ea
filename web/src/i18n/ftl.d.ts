declare module '*.ftl' {
  import type { FluentResource } from '@fluent/bundle'

  const messages: FluentResource
  export default messages
}

/** A section of `en.ftl`, which is added to the texts (plugins/words.ts). */
declare module 'words:*'
