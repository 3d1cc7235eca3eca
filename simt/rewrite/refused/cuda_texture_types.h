__simt_refuse("textures are not supported: read through a plain pointer");
