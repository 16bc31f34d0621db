// The three WASI functions of the command. The file's name is the module's name, so no decorator is needed.

/** Reads into `count` iovecs; the bytes read are stored at `readAt`. 0 or an errno. */
export declare function fd_read(fd: i32, iovecs: usize, count: i32, readAt: usize): i32;

/** Writes `count` iovecs; the bytes written are stored at `writtenAt`. 0 or an errno. */
export declare function fd_write(fd: i32, iovecs: usize, count: i32, writtenAt: usize): i32;

/** Ends the process. */
export declare function proc_exit(code: i32): void;
