export { findingsOn, launchChromium, openPage, screenSizes } from './chromium.ts';
export { type Page, UserAgent } from './user-agent.ts';
