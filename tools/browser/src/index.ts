export { findingsOn, launchChromium, openPage, screenSizes } from './chromium.ts';
export { openFirefox } from './firefox.ts';
export { markupFindingsIn } from './markup.ts';
export { openChromium, type Tab } from './tab.ts';
export { type Page, UserAgent } from './user-agent.ts';
export { openWebKit } from './webkit.ts';
