import { vitePreprocess } from '@sveltejs/vite-plugin-svelte'

export default {
  preprocess: vitePreprocess(),
  compilerOptions: {
    // The name of a component's styles stands in every selector: short names make a smaller bundle.
    cssHash: ({ hash, css }) => `s${hash(css).slice(0, 4)}`,
  },
}
