/** What this browser remembers of how the table should look and sound. */

export const THEMES = ["auto", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

const THEME = "carteado.theme";
const MUTED = "carteado.muted";

class Preferences {
  private chosen = $state<Theme>(readTheme());
  private silent = $state(localStorage.getItem(MUTED) === "true");

  get theme(): Theme {
    return this.chosen;
  }

  set theme(theme: Theme) {
    this.chosen = theme;
    localStorage.setItem(THEME, theme);
    this.apply();
  }

  get muted(): boolean {
    return this.silent;
  }

  set muted(muted: boolean) {
    this.silent = muted;
    localStorage.setItem(MUTED, String(muted));
  }

  apply(): void {
    if (this.chosen === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = this.chosen;
  }
}

function readTheme(): Theme {
  const stored = localStorage.getItem(THEME);
  return THEMES.find((theme) => theme === stored) ?? "auto";
}

export const preferences = new Preferences();
