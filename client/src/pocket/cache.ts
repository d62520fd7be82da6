/** The cache with Python and the rules; the service worker knows it by this name. */
export const POCKET = 'fatum-pocket';
