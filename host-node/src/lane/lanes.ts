// The names of the lanes that Node has. Nothing else.

/** Lanes of workers that are processes, by how their bytes travel. */
export const PROCESS_LANES = ['socket', 'blocking', 'tcp', 'stdio'] as const;
export type ProcessLane = (typeof PROCESS_LANES)[number];

/** Of a worker that somebody else has started: TCP to wherever it is. It is not asked for by --lane. */
export const CONNECTED_LANE = 'connected';

export const NODE_LANES = [...PROCESS_LANES, 'pyodide'] as const;
export type NodeLane = (typeof NODE_LANES)[number];
