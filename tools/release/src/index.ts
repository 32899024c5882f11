export { byImportance } from './changelog-entries.ts';
export { publishedPackages } from './published-packages.ts';
