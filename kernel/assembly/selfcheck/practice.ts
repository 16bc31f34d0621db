// Memory on which the signature rehearses every algorithm before configure() has laid out any. Nobody reads it afterwards.

// The hungriest is a channel with mapped slots: marks, control ring, two files on 64 KiB boundaries.
export const PRACTICE_BYTES: usize = 458752;
export const PRACTICE: usize = memory.data(458752, 64);
