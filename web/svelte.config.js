import { vitePreprocess } from '@sveltejs/vite-plugin-svelte'

export default {
  preprocess: vitePreprocess(),
  compilerOptions: {
    // The class name of a component's styles is in every selector, so short names make a smaller bundle.
    cssHash: ({ hash, css }) => `s${hash(css).slice(0, 4)}`,
  },
}
