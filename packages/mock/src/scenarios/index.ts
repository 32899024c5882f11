export { findScenario, scenarios } from './scenarios.ts';
