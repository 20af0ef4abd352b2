/** ESLint rules: strict types, accessibility, import boundaries, translated texts. */
import { readdirSync } from "node:fs";

import js from "@eslint/js";
import { createTypeScriptImportResolver } from "eslint-import-resolver-typescript";
import i18next from "eslint-plugin-i18next";
import importX from "eslint-plugin-import-x";
import jsxA11y from "eslint-plugin-jsx-a11y";
import reactHooks from "eslint-plugin-react-hooks";
import globals from "globals";
import tseslint from "typescript-eslint";

// typescript-eslint needs the package `typescript` (5.9). Type checks run on `typescript-native`, the same
// language in native code, three times as fast.

const features = readdirSync("./src/features", { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name);

// app → features → components | hooks | lib | api | config; a feature never imports another one.
const zones = [
  ...features.map((name) => ({
    target: `./src/features/${name}`,
    from: "./src/features",
    except: [`./${name}`],
    message: "A feature never imports another feature: compose them in src/app/routes.",
  })),
  { target: "./src/features", from: "./src/app", message: "Features know nothing of the app." },
  {
    target: ["components", "hooks", "lib", "api", "config"].map((folder) => `./src/${folder}`),
    from: ["./src/features", "./src/app"],
    message: "Shared code knows no feature.",
  },
  {
    target: ["./src/lib", "./src/config"],
    from: ["./src/components", "./src/hooks", "./src/api"],
    message: "lib and config are pure: no React parts, nothing of the server.",
  },
];

export default tseslint.config(
  {
    ignores: [
      "dist",
      "node_modules",
      "src/api/openapi.gen.ts",
      "test-results",
      "playwright-report",
    ],
  },
  js.configs.recommended,
  {
    files: ["**/*.{ts,tsx}"],
    extends: [
      ...tseslint.configs.strictTypeChecked,
      ...tseslint.configs.stylisticTypeChecked,
      jsxA11y.flatConfigs.strict,
      reactHooks.configs.flat["recommended-latest"],
    ],
    plugins: { "import-x": importX },
    settings: {
      "import-x/resolver-next": [
        createTypeScriptImportResolver({ project: ["tsconfig.app.json", "tsconfig.node.json"] }),
      ],
      "jsx-a11y": { components: { Input: "input", Textarea: "textarea", Button: "button" } },
    },
    languageOptions: {
      globals: globals.browser,
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      "import-x/no-restricted-paths": ["error", { zones }],
      "import-x/no-default-export": "error",
      "import-x/order": [
        "error",
        {
          groups: [["builtin", "external"], "internal", ["parent", "sibling", "index"]],
          pathGroups: [{ pattern: "@/**", group: "internal" }],
          pathGroupsExcludedImportTypes: ["builtin"],
          "newlines-between": "always",
          alphabetize: { order: "asc", caseInsensitive: true },
        },
      ],
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/switch-exhaustiveness-check": "error",
      // Numbers are readable in templates.
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      // React's event handlers may return a promise; its rejection reaches the query client.
      "@typescript-eslint/no-misused-promises": [
        "error",
        { checksVoidReturn: { attributes: false } },
      ],
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      "no-console": "error",
    },
  },
  {
    // Interface texts come from the catalogs: no literal texts in markup or labels.
    files: ["src/**/*.tsx"],
    ignores: ["src/**/*.test.tsx", "src/**/testing/**"],
    plugins: { i18next },
    rules: {
      "i18next/no-literal-string": [
        "error",
        {
          mode: "jsx-only",
          "should-validate-template": true,
          // Not texts: no letters, initials, single letters, class names.
          words: { exclude: [/^\P{L}+$/u, /^[A-Z_-]+$/u, /^[a-z]$/u, /^[a-z]+-[\w/-]+$/u] },
          "jsx-attributes": {
            include: [
              "^aria-(label|description|roledescription|valuetext|placeholder)$",
              "^(alt|title|placeholder|label|.+Label)$",
              "^(heading|hint|description|message|error|text|.+Text)$",
            ],
          },
        },
      ],
    },
  },
  {
    files: ["*.config.ts", "e2e/**"],
    rules: { "import-x/no-default-export": "off" },
  },
  {
    files: ["public/**/*.js"],
    languageOptions: { globals: globals.browser },
  },
  {
    files: ["src/**/*.test.{ts,tsx}", "src/**/testing/**"],
    rules: { "@typescript-eslint/no-non-null-assertion": "off" },
  },
);
