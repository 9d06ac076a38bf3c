# Gets ready, then ends in the middle of the game.
echo '{"type":"info","name":"Bad","version":"1","author":"nobody","features":[]}'
read -r rules
echo '{"type":"ready"}'
read -r start
exit 0
