// The packages of Next are links to where they were installed, outside of this folder.
export default { turbopack: { root: '/' } };
