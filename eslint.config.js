import tseslint from "typescript-eslint";

/** Forbids imports that match a regular expression; one folder of `src` each. */
const imports = (regex, message) => ({
  "no-restricted-imports": ["error", {patterns: [{regex, message}]}]
});

const globals = (names, message) => ({
  "no-restricted-globals": ["error", ...names.map((name) => ({name, message}))]
});

const properties = (paths, message) => ({
  "no-restricted-properties": [
    "error",
    ...paths.map((path) => {
      const [object, property] = path.split(".");
      return object ? {object, property, message} : {property, message};
    })
  ]
});

const pure = "lib is pure: no packages, page, clock, randomness or output";

const lib = {
  ...globals(
    "console document fetch globalThis localStorage location navigator performance process self setTimeout window".split(
      " "
    ),
    pure
  ),
  ...properties(["Math.random", "Date.now", ".toLocaleString", ".localeCompare"], pure),
  "no-restricted-syntax": [
    "error",
    {selector: "ImportExpression", message: pure},
    {selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: pure}
  ],
  "max-params": ["error", {max: 3}]
};

/** Anything but a path, or a path into a folder that lib may not know. */
const outsideLib = String.raw`^(?!\.\.?/)|\.\./(components|data|fork|pages|workers)/`;
const hosted = "only components/host.ts touches the address, storage, downloads and workers";

export default tseslint.config(
  {ignores: ["**/.observablehq/**", "dist/**", "node_modules/**", ".cache/**"]},
  ...tseslint.configs.recommended,
  {
    linterOptions: {noInlineConfig: true},
    rules: {
      "@typescript-eslint/no-unused-vars": ["error", {argsIgnorePattern: "^_"}],
      eqeqeq: ["error", "always", {null: "ignore"}],
      "no-var": "error",
      "prefer-const": "error",
      "object-shorthand": "error"
    }
  },
  {files: ["src/**"], rules: {"no-console": "error"}},
  {
    files: ["src/lib/**"],
    rules: {...lib, ...imports(String.raw`${outsideLib}|(^|/)sim/`, "lib imports lib, not lib/sim")}
  },
  {
    files: ["src/lib/sim/**"],
    rules: imports(outsideLib, "lib/sim imports lib and lib/sim")
  },
  {
    files: ["src/workers/**"],
    rules: imports(String.raw`^(?!\./|\.\./lib/)`, "workers import lib")
  },
  {
    files: ["src/data/**"],
    rules: imports(String.raw`^(?!node:|\./|(\.\./)+lib/)`, "data loaders import lib and node:")
  },
  {
    files: ["src/components/**"],
    rules: {
      ...imports(
        String.raw`^(?!npm:|\.\.?/|/lib/|/components/)|\.\./(data|fork|pages|workers)/`,
        "components import lib, components and vendored libraries as npm:"
      )
    }
  },
  {
    files: ["src/components/**"],
    ignores: ["src/components/host.ts", "src/components/host/**"],
    rules: {
      ...globals(
        "fetch history indexedDB localStorage location navigator sessionStorage Worker".split(" "),
        hosted
      ),
      ...properties(
        ["window.location", "window.history", "document.location", "URL.createObjectURL"],
        hosted
      )
    }
  },
  {
    files: ["src/fork/**"],
    rules: imports(String.raw`^node:|\.\./(data|pages|workers)/`, "fork imports lib and components")
  },
  {
    files: ["tools/**"],
    rules: imports(
      String.raw`/src/(components|pages|fork/(?!notebook/))`,
      "tools import lib, and of the fork what disk and browser share"
    )
  }
);
