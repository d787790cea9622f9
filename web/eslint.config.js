import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";

import svelteConfig from "./svelte.config.js";

export default ts.config(
  { ignores: ["dist/", "dev-dist/", "src/gen/", "node_modules/"] },
  ...ts.configs.strict,
  ...svelte.configs.recommended,
  { languageOptions: { globals: { ...globals.browser, ...globals.node } } },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: {
      parserOptions: { parser: ts.parser, extraFileExtensions: [".svelte"], svelteConfig },
    },
  },
  {
    rules: {
      "max-lines": ["error", 300],
      eqeqeq: "error",
      "svelte/no-navigation-without-resolve": "off",
    },
  },
  // Addresses and colours of one theme are written here, nowhere else.
  {
    files: ["src/**"],
    ignores: ["src/i18n/**"],
    rules: { "no-console": "error" },
  },
);
