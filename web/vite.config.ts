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
  // The audio worklet is loaded by URL: inlined as data: it would fall to the server's content security policy.
  build: {
    assetsInlineLimit: 0,
    sourcemap: false,
    target: "es2022",
    // A browser without modulepreload only loads a little later; the landing page counts its bytes.
    modulePreload: { polyfill: false },
  },
  test: {
    environment: "jsdom",
    globals: true,
    setupFiles: ["./src/testing/setup.ts"],
    include: ["src/**/*.test.{ts,tsx}"],
    restoreMocks: true,
    unstubGlobals: true,
  },
});
