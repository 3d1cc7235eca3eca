__simt_refuse("Thrust is not supported: use std::vector");
