/** Viraê's four colours, each with a shape of its own. */

export const COLORS = ["R", "Y", "G", "B"] as const;
export type Color = (typeof COLORS)[number];

/** Drawn about the origin, 100 units high. Each colour has its own shape. */
export const SHAPES: Record<Color, string> = {
  R: "M0-50Q14-18 38 0Q14 18 0 50Q-14 18-38 0Q-14-18 0-50Z",
  Y: star(8, 50, 30),
  G: "M-34 44C-52-4-26-44 42-46C48 22 12 52-22 36L-38 50L-42 46Z",
  B: "M14-48A50 50 0 1 0 48 20A40 40 0 0 1 14-48Z",
};

function star(points: number, outer: number, inner: number): string {
  const corners = Array.from({ length: points * 2 }, (_, i) => {
    const angle = (Math.PI * i) / points - Math.PI / 2;
    const radius = i % 2 === 0 ? outer : inner;
    return `${(radius * Math.cos(angle)).toFixed(1)} ${(radius * Math.sin(angle)).toFixed(1)}`;
  });
  return `M${corners.join("L")}Z`;
}
