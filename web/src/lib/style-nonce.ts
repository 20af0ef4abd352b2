/** Nonce of the page's content security policy, for components that add style elements. */

declare global {
  interface Window {
    /** Set by theme-init.js; the name is the one that libraries read. */
    __webpack_nonce__?: string;
  }
}

export const styleNonce = window.__webpack_nonce__;
