// The tests' environment: Node.js, with the code compiled as for a browser, so that effects run.

import type { Environment } from 'vitest/runtime'

export default {
  name: 'client',
  viteEnvironment: 'client',
  setup: () => ({ teardown: () => undefined }),
} satisfies Environment
