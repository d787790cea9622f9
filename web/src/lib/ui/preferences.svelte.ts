/** What this browser remembers of how the table should look and sound. */

export const THEMES = ["auto", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

const THEME = "carteado.theme";
const MUTED = "carteado.muted";
const FOUR_COLORS = "carteado.four-colors";

class Preferences {
  private chosen = $state<Theme>(readTheme());
  private silent = $state(localStorage.getItem(MUTED) === "true");
  private four = $state(localStorage.getItem(FOUR_COLORS) === "true");

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

  /** Clubs green and diamonds blue, where they are else as black and red as the other two. */
  get fourColors(): boolean {
    return this.four;
  }

  set fourColors(four: boolean) {
    this.four = four;
    localStorage.setItem(FOUR_COLORS, String(four));
    this.apply();
  }

  apply(): void {
    document.documentElement.dataset.suits = this.four ? "four" : "two";
    if (this.chosen === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = this.chosen;
  }
}

function readTheme(): Theme {
  const stored = localStorage.getItem(THEME);
  return THEMES.find((theme) => theme === stored) ?? "auto";
}

export const preferences = new Preferences();
