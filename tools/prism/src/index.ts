export { faultOfPrism } from './fault-of-prism.ts';
export { startPrism } from './start-prism.ts';
