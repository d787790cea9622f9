export const rulesPage = { "pt-BR": [], en: [] };
