export { byImportance } from './changelog-entries.ts';
export { publishedPackages, tarballName } from './published-packages.ts';
