export { publishedPackages } from './published-packages.ts';
