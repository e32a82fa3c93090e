// Registers the service worker, after everything that the first view needs is loaded.

/** Does nothing in the development server, which has no such file, and in frames of other pages. */
export function registerOffline(isEmbedded: boolean): void {
  if (import.meta.env.MODE !== 'production' || isEmbedded || !('serviceWorker' in navigator)) return;
  const register = (): void => {
    // A browser may refuse, for example in private windows. The page then needs the network.
    navigator.serviceWorker.register('./service-worker.js').catch(() => {});
  };
  if (document.readyState === 'complete') register();
  else addEventListener('load', register);
}
