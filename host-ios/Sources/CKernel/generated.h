// Says what makes the folder generated/ where it is not there, in the place of "file not found".
#if !__has_include("generated/kernel_body.h")
#error                                                                                             \
    "the kernel as C is generated, not committed: run 'npm ci' and 'npm run build:ios' in the repository"
#endif
