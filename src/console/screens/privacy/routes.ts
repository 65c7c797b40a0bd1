export const privacyRoutes = [] as const;
