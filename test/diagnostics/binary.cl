!<arch>
// nowhere: error: binary.cl' is an archive, not OpenCL C source
