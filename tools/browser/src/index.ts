export { findingsOn, launchChromium } from './chromium.ts';
export { type Page, UserAgent } from './user-agent.ts';
