export { findingsOn, launchChromium, openPage, screenSizes } from './chromium.ts';
export { markupFindingsIn } from './markup.ts';
export { type Page, UserAgent } from './user-agent.ts';
