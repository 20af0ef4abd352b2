/** Build and development server of the web client. */
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const server = process.env.GREENROOM_DEV_SERVER ?? "http://127.0.0.1:8420";

export default defineConfig({
  plugins: [react(), tailwindcss()],
  resolve: { alias: { "@": fileURLToPath(new URL("./src", import.meta.url)) } },
  server: {
    host: "127.0.0.1",
    port: 5173,
    proxy: { "/api": server, "/auth": server, "/socket.io": { target: server, ws: true } },
  },
  // The audio worklet must be a file: the content security policy forbids data: URLs.
  build: {
    assetsInlineLimit: 0,
    sourcemap: false,
    target: "es2022",
    // Saves bytes on the landing page; browsers without modulepreload load slightly later.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // Hashes alone: names would make the lists of each page's files 2.6 kB larger.
        chunkFileNames: "assets/[hash].js",
        // What every page loads is one file instead of thirty, which also compresses better.
        // Without the entry itself: pages import from this file and would wait for its await.
        codeSplitting: {
          groups: [
            { name: "initial", tags: ["$initial"], test: /^(?!.*\/(?:index\.html|main\.tsx)$)/u },
          ],
        },
      },
    },
  },
  test: {
    globals: true,
    restoreMocks: true,
    unstubGlobals: true,
    // A guard, not a measurement: it must hold on a slow and busy machine.
    testTimeout: 20_000,
    // See ADR 0018. The report counts what passed only on the second try.
    retry: process.env.CI ? 1 : 0,
    // Files share the modules of a worker: importing them again for every file took most of the time.
    isolate: false,
    projects: [
      {
        extends: true,
        test: {
          name: "node",
          environment: "node",
          include: ["src/**/*.test.ts"],
          exclude: ["src/**/*.dom.test.ts"],
          setupFiles: ["./src/testing/setup-texts.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "dom",
          environment: "jsdom",
          include: ["src/**/*.test.tsx", "src/**/*.dom.test.ts"],
          setupFiles: ["./src/testing/setup-dom.ts", "./src/testing/setup-texts.ts"],
        },
      },
    ],
  },
});
