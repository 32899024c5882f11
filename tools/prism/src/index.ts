export { faultOfPrism } from './fault-of-prism.ts';
export { startPrism, startPrismMock } from './start-prism.ts';
