import "./base.css";

import { mount } from "svelte";

import App from "./App.svelte";
import { keepFocus } from "./lib/ui/keepFocus";

// After a deployment an old page may ask for a part that is no more: one reload brings the new one.
const RELOADED = "carteado.reloaded";
addEventListener("vite:preloadError", (event) => {
  if (sessionStorage.getItem(RELOADED) !== null) return;
  sessionStorage.setItem(RELOADED, "yes");
  event.preventDefault();
  location.reload();
});

const target = document.getElementById("app");
if (target === null) throw new Error("no #app");
mount(App, { target });
keepFocus(target);
