# Gets ready, but never names a move; does not end when told to either.
trap '' TERM
echo '{"type":"info","name":"Bad","version":"1","author":"nobody","features":[]}'
read -r rules
echo '{"type":"ready"}'
while :; do sleep 1; done
