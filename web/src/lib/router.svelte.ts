/** Which screen is shown: the page's address is the state. */

export type Route =
  | { name: "home" }
  | { name: "room"; code: string }
  | { name: "rules"; game: string }
  | { name: "tutorial" }
  | { name: "verify"; gameId: string | null }
  | { name: "replay"; gameId: string }
  | { name: "leaderboard" }
  | { name: "history" }
  | { name: "profile" }
  | { name: "unknown" };

/** The screen for a path such as `/r/K7QP2`. */
export function routeOf(path: string): Route {
  const [first = "", second = "", ...rest] = path.replace(/^\/|\/$/g, "").split("/");
  if (rest.length > 0) return { name: "unknown" };
  if (first === "" && second === "") return { name: "home" };
  if (first === "r" && second !== "") return { name: "room", code: second.toUpperCase() };
  if (first === "rules" && second !== "") return { name: "rules", game: second };
  if (first === "tutorial" && second === "caravan") return { name: "tutorial" };
  if (first === "verify") return { name: "verify", gameId: second === "" ? null : second };
  if (first === "replay" && second !== "") return { name: "replay", gameId: second };
  if (second === "" && isPage(first)) return { name: first };
  return { name: "unknown" };
}

function isPage(name: string): name is "leaderboard" | "history" | "profile" {
  return ["leaderboard", "history", "profile"].includes(name);
}

class Router {
  route = $state.raw<Route>({ name: "home" });

  start(): void {
    this.read();
    addEventListener("popstate", () => this.read());
    document.addEventListener("click", (event) => this.clicked(event));
  }

  /** @param path with what is asked for behind it, such as `/replay/x?seat=1` */
  go(path: string): void {
    if (path !== location.pathname + location.search) history.pushState(null, "", path);
    this.read();
    scrollTo(0, 0);
  }

  private read(): void {
    this.route = routeOf(location.pathname);
  }

  /** Links within the site change the screen without loading the page again. */
  private clicked(event: MouseEvent): void {
    const link = (event.target as Element).closest?.("a");
    const modified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (link === null || modified || event.button !== 0 || event.defaultPrevented) return;
    if (link.origin !== location.origin || link.target !== "" || link.hash !== "") return;
    event.preventDefault();
    this.go(link.pathname + link.search);
  }
}

export const router = new Router();

export function go(path: string): void {
  router.go(path);
}
