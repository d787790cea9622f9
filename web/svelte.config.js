import { vitePreprocess } from "@sveltejs/vite-plugin-svelte";

export default {
  preprocess: vitePreprocess(),
  compilerOptions: { runes: true },
  // Components of packages decide for themselves.
  vitePlugin: {
    dynamicCompileOptions({ filename }) {
      return filename.includes("node_modules") ? { runes: undefined } : undefined;
    },
  },
};
