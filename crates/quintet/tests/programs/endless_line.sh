# Sends a line that never ends.
exec cat /dev/zero
