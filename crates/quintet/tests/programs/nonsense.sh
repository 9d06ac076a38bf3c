# Says something that is no message.
echo 'hello there'
exec cat > /dev/null
