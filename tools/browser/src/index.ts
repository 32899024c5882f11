export { findingsOn, launchChromium, openPage } from './chromium.ts';
export { type Page, UserAgent } from './user-agent.ts';
