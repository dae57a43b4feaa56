#!/bin/sh
# At the first start of a card with Sequence Referee on it: installs the package that lies there, without a network.
# Cut off at any moment, it begins again at the next start.
set -eu
packages=/var/cache/sequence-referee
settings=/etc/sequence-referee/table.toml
serial=/proc/device-tree/serial-number
wifi=/etc/NetworkManager/system-connections/sequence-referee.nmconnection

# A settings file that somebody laid on the card's small partition, which every computer shows, counts.
for given in /boot/firmware/sequence-referee.toml /boot/sequence-referee.toml; do
    if [ -f "$given" ] && [ ! -f "$settings" ]; then
        mkdir -p "$(dirname "$settings")"
        cp "$given" "$settings"
    fi
done

export DEBIAN_FRONTEND=noninteractive
dpkg --configure -a || true
dpkg --install "$packages"/sequence-referee_*.deb
# Cards from one image must not all be called the same: a table whose settings name it not is called by its Pi's serial.
letters=$(tr -cd '0-9a-f' < "$serial" 2>/dev/null | tail -c 4) || letters=''
if [ -n "$letters" ] && grep -q '^#name = "sequence"' "$settings" 2>/dev/null; then
    sed -i "s/^#name = \"sequence\"/name = \"sequence-$letters\"/" "$settings"
    systemctl try-restart sequence-referee.service || true
fi
# A screen that is plugged in shows phones the way.
cp /opt/sequence-referee/sequence-referee-kiosk.service /etc/systemd/system/ || true
systemctl enable --now --no-block sequence-referee-kiosk.service || true
# Whoever has no keyboard and no screen reads on the card, in any computer, how to reach the table.
for boot in /boot/firmware /boot; do
    if [ -d "$boot" ]; then
        {
            sed -n 's/^ssid=/Wi-Fi of the table: /p; s/^psk=/Its word: /p' "$wifi" 2>/dev/null || true
            sed -n 's/^name = "\([^"]*\)".*/Name of the table in a network: \1.local/p' "$settings" 2>/dev/null || true
            /usr/local/bin/referee host 2>/dev/null | grep http || true
        } > "$boot/sequence-referee.txt" || true
        break
    fi
done
# The package stays where dpkg put its files; the card has better use for the room.
rm -rf "$packages"
rm -f /etc/systemd/system/multi-user.target.wants/sequence-referee-first-boot.service
