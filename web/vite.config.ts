import { fileURLToPath } from "node:url";

import { svelte } from "@sveltejs/vite-plugin-svelte";
import { VitePWA } from "vite-plugin-pwa";
import { defineConfig } from "vitest/config";

// Where `npm run dev` finds a running table; the built site is served by the gateway itself.
const gateway = process.env.CARTEADO_GATEWAY ?? "http://127.0.0.1:8080";

export default defineConfig({
  plugins: [
    svelte(),
    VitePWA({
      registerType: "prompt",
      injectRegister: null,
      includeAssets: ["icon.svg", "icon-192.png", "icon-512.png"],
      manifest: {
        name: "Carteado",
        short_name: "Carteado",
        description: "Mesa de cartas online / online card table",
        lang: "pt-BR",
        start_url: "/",
        display: "standalone",
        orientation: "any",
        background_color: "#10271f",
        theme_color: "#10271f",
        icons: [
          { src: "icon-192.png", sizes: "192x192", type: "image/png" },
          { src: "icon-512.png", sizes: "512x512", type: "image/png" },
          { src: "icon-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
          { src: "icon.svg", sizes: "any", type: "image/svg+xml" },
        ],
      },
      workbox: {
        globPatterns: ["**/*.{js,css,html,svg,woff2}"],
        navigateFallback: "/index.html",
        // What the gateway answers itself is never answered from the cache.
        navigateFallbackDenylist: [/^\/api\//, /^\/ws/, /^\/healthz/, /^\/metrics/],
      },
    }),
  ],
  resolve: { alias: { $gen: fileURLToPath(new URL("src/gen/carteado/v1", import.meta.url)) } },
  build: { target: "es2022", sourcemap: false, assetsInlineLimit: 0 },
  server: {
    proxy: {
      "/api": gateway,
      "/ws": { target: gateway.replace(/^http/, "ws"), ws: true },
    },
  },
  test: { include: ["tests/**/*.test.ts"], environment: "node" },
});
