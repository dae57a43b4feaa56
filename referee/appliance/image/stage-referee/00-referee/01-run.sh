#!/bin/bash -e
# Lays the package and its first start into the system at ROOTFS_DIR. It is installed at the first start and not here, for
# each card makes keys and a Wi-Fi's word of its own.
units=${ROOTFS_DIR}/etc/systemd/system
install -D -m 644 -t "${ROOTFS_DIR}/var/cache/sequence-referee" files/sequence-referee_*.deb
install -D -m 644 -t "${ROOTFS_DIR}/usr/local/lib/sequence-referee" files/first-boot.sh
install -D -m 644 -t "${units}" files/sequence-referee-first-boot.service
mkdir -p "${units}/multi-user.target.wants"
ln -sf ../sequence-referee-first-boot.service "${units}/multi-user.target.wants/"
