# Wants other rules.
echo '{"type":"info","name":"Bad","version":"1","author":"nobody","features":[]}'
read -r rules
echo '{"type":"error","reason":"unsupported_rules"}'
exec cat > /dev/null
