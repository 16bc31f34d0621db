// The names of the lanes that Node has. Nothing else.

export const NODE_LANES = ['socket', 'blocking', 'pyodide'] as const;
export type NodeLane = (typeof NODE_LANES)[number];
