# Introduces itself over and over, and reads nothing.
exec yes '{"type":"info","name":"Bad","version":"1","author":"nobody","features":[]}'
