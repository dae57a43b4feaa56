#!/bin/bash -e
# Begins with the system as the stage before left it; pi-gen gives `copy_previous` and ROOTFS_DIR.
if [ ! -d "${ROOTFS_DIR}" ]; then
    copy_previous
fi
