/** The oldest Node that Prism runs on; `engines` of the package says the same. */
export const MIN_NODE_VERSION = '24.18.0';

/** What is wrong with this version of Node, where it is too old. */
export function nodeVersionFault(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [minMajor = 0, minMinor = 0] = MIN_NODE_VERSION.split('.').map(Number);
  if (major > minMajor || (major === minMajor && minor >= minMinor)) return undefined;
  return (
    `The mock needs Node ${MIN_NODE_VERSION} or newer, as Prism does; this is Node ${version}. ` +
    'Install that, or run: npx -y -p node@24 -p @partner-rating/mock partner-rating-mock'
  );
}
